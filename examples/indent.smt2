; A question that merging states asks. A program skipped blanks at the start of a line: a merged state knows only
; that the first k bytes of the line are blanks, for some k up to 200, instead of holding 200 states apart.
; Each answer below would otherwise need one state, or one query, per length.
(set-logic ABV)
(declare-const line (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const k (_ BitVec 32))
(assert (bvule k (_ bv200 32)))
(assert (forall ((i (_ BitVec 32)))
  (=> (and (bvule (_ bv1 32) i) (bvule i k))
      (= (select line (bvsub i (_ bv1 32))) #x20))))

; Can the line be indented by more than 7 and then go on with a '#'?
(push 1)
(assert (bvugt k (_ bv7 32)))
(assert (= (select line k) #x23))
(check-sat)
(get-value (k (select line (_ bv0 32)) (select line k)))
(pop 1)

; Can it be indented by more than 7 and yet have a tab among the first 8 bytes?
(push 1)
(assert (bvugt k (_ bv7 32)))
(declare-const j (_ BitVec 32))
(assert (bvult j (_ bv8 32)))
(assert (= (select line j) #x09))
(check-sat)
(pop 1)
