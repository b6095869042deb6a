; Address arithmetic over scalable vectors, whose size only the machine knows that runs them.
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"

@table = global [64 x i8] zeroinitializer

; One vector further: 16 bytes per unit.
define ptr @next(ptr %p) {
  %q = getelementptr inbounds <vscale x 4 x i32>, ptr %p, i64 1
  ret ptr %q
}

; A number of vectors that is not known, of a narrower type than offsets are, then a lane of the vector.
define ptr @lane_of(ptr %p, i32 %i) {
  %q = getelementptr <vscale x 8 x i16>, ptr %p, i32 %i, i64 3
  ret ptr %q
}

; Several pointers at once.
define <2 x ptr> @both(<2 x ptr> %p, <2 x i64> %i) {
  %q = getelementptr <vscale x 2 x i64>, <2 x ptr> %p, <2 x i64> %i
  ret <2 x ptr> %q
}

; The same as a constant.
define ptr @constant() {
  ret ptr getelementptr (<vscale x 4 x i32>, ptr @table, i64 2)
}
