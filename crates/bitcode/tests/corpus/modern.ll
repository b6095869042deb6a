; Forms that newer LLVMs added: flags, debug records, pointer-sized additions, ranges, new atomics.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%pair = type { i8, i32 }
@a = global [4 x %pair] zeroinitializer
@gep = global ptr getelementptr inbounds (%pair, ptr @a, i64 2, i32 1)
@vtable = global ptr getelementptr inbounds inrange(-8, 16) (i8, ptr @a, i64 8)
@splat = constant <4 x i32> splat (i32 7)
define i32 @flags(i32 %a, i32 range(i32 0, 10) %b, ptr readonly %p, i64 %i) {
  %o = or disjoint i32 %a, %b
  %z = zext nneg i32 %o to i64
  %t = trunc nuw nsw i64 %z to i32
  %u = uitofp nneg i32 %t to float
  %c = icmp samesign ult i32 %t, %b
  %g = getelementptr nusw nuw %pair, ptr %p, i64 %i, i32 1
  %h = getelementptr nuw i8, ptr %g, i64 4
  %k = getelementptr inbounds nuw i8, ptr %h, i64 4
  %l = load i32, ptr %k, align 4
  %w = atomicrmw uinc_wrap ptr %p, i32 7 seq_cst, align 4
  %x = atomicrmw udec_wrap ptr %p, i32 7 seq_cst, align 4
  %y = atomicrmw usub_cond ptr %p, i32 7 seq_cst, align 4
  %v = atomicrmw usub_sat ptr %p, i32 7 seq_cst, align 4
  %r = select i1 %c, i32 %l, i32 %w
  ret i32 %r
}
define <4 x ptr> @vectors(ptr %p, <4 x i64> %i) {
  %g = getelementptr inbounds %pair, ptr %p, <4 x i64> %i, i32 1
  ret <4 x ptr> %g
}
define target("spirv.Image", void, 1, 2) @target_type(target("spirv.Image", void, 1, 2) %x) {
  ret target("spirv.Image", void, 1, 2) %x
}
