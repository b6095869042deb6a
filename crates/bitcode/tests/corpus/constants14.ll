; Constant expressions that LLVM 14 still has and later versions dropped.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
%pair = type { i8, i32 }
@a = global [4 x %pair] zeroinitializer
@b = external global i32
@f = external global float
@gep = global i32* getelementptr inbounds ([4 x %pair], [4 x %pair]* @a, i64 0, i64 2, i32 1)
@gep2 = global i8* getelementptr (i8, i8* bitcast (i32* @b to i8*), i64 -3)
@inrange = global i32* getelementptr inbounds ([4 x %pair], [4 x %pair]* @a, i64 0, inrange i64 1, i32 1)
@int = global i64 ptrtoint (i32* @b to i64)
@diff = global i64 sub (i64 ptrtoint (i32* @b to i64), i64 ptrtoint ([4 x %pair]* @a to i64))
@add = global i64 add nuw nsw (i64 ptrtoint (i32* @b to i64), i64 5)
@mul = global i64 mul (i64 ptrtoint (i32* @b to i64), i64 3)
@shifts = global i64 shl (i64 lshr (i64 ptrtoint (i32* @b to i64), i64 2), i64 4)
@ashr = global i64 ashr exact (i64 ptrtoint (i32* @b to i64), i64 1)
@logic = global i64 and (i64 or (i64 xor (i64 ptrtoint (i32* @b to i64), i64 1), i64 2), i64 255)
@divs = global i64 udiv (i64 ptrtoint (i32* @b to i64), i64 8)
@rems = global i64 srem (i64 ptrtoint (i32* @b to i64), i64 8)
@trunc = global i32 trunc (i64 ptrtoint (i32* @b to i64) to i32)
@zext = global i64 zext (i32 ptrtoint (i32* @b to i32) to i64)
@cmp = global i1 icmp eq (i32* @b, i32* bitcast ([4 x %pair]* @a to i32*))
@sel = global i32* select (i1 icmp ult (i32* @b, i32* getelementptr ([4 x %pair], [4 x %pair]* @a, i64 0, i64 0, i32 1)), i32* @b, i32* null)
@back = global i8* inttoptr (i64 add (i64 ptrtoint (i32* @b to i64), i64 1) to i8*)
@vec = global <2 x i64> <i64 ptrtoint (i32* @b to i64), i64 7>
@ext = global i64 extractelement (<2 x i64> <i64 ptrtoint (i32* @b to i64), i64 7>, i32 0)
@ins = global <2 x i64> insertelement (<2 x i64> undef, i64 ptrtoint (i32* @b to i64), i32 1)
@shuf = global <2 x i64> shufflevector (<2 x i64> <i64 ptrtoint (i32* @b to i64), i64 7>, <2 x i64> undef, <2 x i32> <i32 1, i32 0>)
@fneg = global float fneg (float bitcast (i32 ptrtoint (float* @f to i32) to float))
@fadd = global float fadd (float bitcast (i32 ptrtoint (float* @f to i32) to float), float 1.0)
@agg = global { i64, [2 x i8*] } { i64 ptrtoint (i32* @b to i64), [2 x i8*] [i8* null, i8* bitcast (i32* @b to i8*)] }
define i64 @uses() {
  %x = add i64 ptrtoint (i32* getelementptr inbounds ([4 x %pair], [4 x %pair]* @a, i64 0, i64 3, i32 1) to i64), 2
  store i64 %x, i64* bitcast (i32* @b to i64*), align 8
  %c = icmp eq i64 %x, sdiv (i64 ptrtoint (i32* @b to i64), i64 3)
  %s = select i1 %c, i64 %x, i64 srem (i64 ptrtoint (i32* @b to i64), i64 7)
  ret i64 %s
}
define void @target() { ret void }
