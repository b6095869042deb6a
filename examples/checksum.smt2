; Which header passes a check that a program makes before it trusts a length field?
; Four bytes: two of length (big-endian), a type, and a checksum over the others. The program accepts a header if the
; checksum fits and the length is below 1024, and then reads 8 * length + 4 bytes into a buffer of 4096.
(set-logic QF_ABV)
(set-option :produce-models true)
(declare-const packet (Array (_ BitVec 32) (_ BitVec 8)))
(define-fun length () (_ BitVec 16) (concat (select packet #x00000000) (select packet #x00000001)))
(define-fun kind () (_ BitVec 8) (select packet #x00000002))
(define-fun sum () (_ BitVec 8)
  (bvadd (bvmul #x1f (bvadd (bvmul #x1f (select packet #x00000000)) (select packet #x00000001))) kind))
(assert (= sum (select packet #x00000003)))
(assert (bvult length #x0400))

; Can the buffer overflow?
(push 1)
(assert (bvugt (bvadd (bvmul #x0008 length) #x0004) #x1000))
(check-sat)
(get-value (length kind (select packet #x00000003)))
(pop 1)

; And if the program compares with 512 instead?
(push 1)
(assert (bvult length #x0200))
(assert (bvugt (bvadd (bvmul #x0008 length) #x0004) #x1000))
(check-sat)
(pop 1)
