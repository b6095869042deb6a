; What compilers for C, C++ and Rust rarely or never write: windows exceptions, callbr, every cast, odd integers,
; scalable vectors, floating-point constants of every kind, poison, block addresses in other functions, ifuncs.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl from_asm"
module asm "from_asm: ret"

$group = comdat any
$exact = comdat exactmatch
$large = comdat largest

%opaque = type opaque
%pair = type { i8, i32 }
%packed = type <{ i8, i32, [3 x i16] }>
%nested = type { %pair, [2 x %packed], <4 x float> }

@plain = global i32 5, align 4
@half = constant half 0xH3C00
@brain = constant bfloat 0xR3F80
@single = constant float 1.5
@dbl = constant double 0x3FF8000000000000
@ext = constant x86_fp80 0xK3FFF8000000000000000
@quad = constant fp128 0xL00000000000000003FFF000000000000
@ppc = constant ppc_fp128 0xM3FF00000000000000000000000000000
@wide = constant i129 340282366920938463463374607431768211457
@odd = constant i7 -3
@flags = constant <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 1, i1 0>
@undefined = global i32 undef
@poisoned = global i64 poison
@zero = global %nested zeroinitializer
@array = constant [3 x i64] [i64 1, i64 2, i64 -3]
@structs = constant [2 x %pair] [%pair { i8 1, i32 2 }, %pair zeroinitializer]
@text = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@bytes = private constant [4 x i8] c"\00\FF\01\80"
@in_group = linkonce_odr global i32 1, comdat($group)
@in_exact = global i32 2, comdat($exact)
@in_large = weak_odr global i32 2, comdat($large)
@available = available_externally constant i32 4
@common = common global i32 0
@appended = appending global [1 x i32] [i32 1], section "llvm.metadata"
@external_weak = extern_weak global i32
@tls = thread_local(initialexec) global i32 1
@other_space = addrspace(1) global i32 1
@hidden = hidden global i32 1
@protected = protected global i32 1
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @constructor, i8* null }]

@alias = alias i32, i32* @plain
@chosen = ifunc i32 (i32), i32 (i32)* ()* @resolver

define void @constructor() { ret void }
define i32 (i32)* @resolver() { ret i32 (i32)* @identity }
define i32 @identity(i32 %x) { ret i32 %x }
declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)
declare void @may_throw()
declare i32 @varargs(i8*, ...)
declare void @llvm.assume(i1)
declare i32 @llvm.ctpop.i32(i32)

define i128 @integers(i7 %a, i129 %b, i1 %c) {
  %x = sext i7 %a to i129
  %y = add nsw i129 %x, %b
  %z = sdiv exact i129 %y, 3
  %w = lshr i129 %z, 5
  %v = shl nuw nsw i129 %w, 1
  %t = trunc i129 %v to i128
  %n = xor i128 %t, -1
  %s = select i1 %c, i128 %n, i128 170141183460469231731687303715884105728
  %f = freeze i128 %s
  %u = urem i128 %f, 7
  %r = srem i128 %u, -5
  %d = udiv i128 %r, 18446744073709551617
  %o = or i128 %d, 1
  %q = ashr i128 %o, 2
  %i = and i128 %q, 255
  %m = mul nuw i128 %i, 3
  %e = sub i128 %m, %i
  ret i128 %e
}

define double @floats(float %a, double %b, half %h, x86_fp80 %e, fp128 %q, i32 %i) {
  %a1 = fneg float %a
  %a2 = fadd fast float %a1, %a
  %a3 = fmul nnan ninf nsz arcp contract afn reassoc float %a2, 2.0
  %a4 = fdiv float %a3, %a2
  %a5 = frem float %a4, %a
  %a6 = fsub float %a5, %a
  %c1 = fcmp oeq float %a6, %a
  %c2 = fcmp une double %b, 0x7FF8000000000000
  %c3 = fcmp fast uno double %b, %b
  %c = and i1 %c1, %c2
  %cc = or i1 %c, %c3
  %d1 = fpext float %a6 to double
  %d2 = fptrunc x86_fp80 %e to double
  %d3 = fptrunc fp128 %q to double
  %d4 = fpext half %h to double
  %d5 = sitofp i32 %i to double
  %d6 = uitofp i32 %i to double
  %i1 = fptosi double %b to i64
  %i2 = fptoui double %b to i64
  %i3 = add i64 %i1, %i2
  %d7 = sitofp i64 %i3 to double
  %s1 = fadd double %d1, %d2
  %s2 = fadd double %d3, %d4
  %s3 = fadd double %d5, %d6
  %s4 = fadd double %s1, %s2
  %s5 = fadd double %s3, %d7
  %s6 = fadd double %s4, %s5
  %r = select i1 %cc, double %s6, double %b
  ret double %r
}

define i32 @memory(%nested* %p, i64 %i, i8 addrspace(1)* %as) {
  %slot = alloca %nested, align 32
  %n = trunc i64 %i to i32
  %dyn = alloca i16, i32 %n, align 2
  %f = getelementptr inbounds %nested, %nested* %p, i64 %i, i32 1, i64 1, i32 2, i64 %i
  %v = load volatile i16, i16* %f, align 1
  store volatile i16 %v, i16* %dyn, align 2
  %g = getelementptr %nested, %nested* %slot, i32 0, i32 2
  %vec = load <4 x float>, <4 x float>* %g, align 16
  %el = extractelement <4 x float> %vec, i64 %i
  %ins = insertelement <4 x float> %vec, float %el, i32 2
  %shuf = shufflevector <4 x float> %ins, <4 x float> undef, <4 x i32> <i32 3, i32 undef, i32 1, i32 0>
  store <4 x float> %shuf, <4 x float>* %g, align 16
  %cast = addrspacecast i8 addrspace(1)* %as to i8*
  %int = ptrtoint i8* %cast to i64
  %back = inttoptr i64 %int to %pair*
  %whole = load %pair, %pair* %back, align 4
  %field = extractvalue %pair %whole, 1
  %changed = insertvalue %pair %whole, i8 3, 0
  store %pair %changed, %pair* %back, align 4
  %wide = sext i16 %v to i32
  %r = add i32 %field, %wide
  ret i32 %r
}

define <4 x i8*> @vector_gep(<4 x %pair*> %ps, <4 x i64> %is, %pair* %p) {
  %a = getelementptr %pair, <4 x %pair*> %ps, <4 x i64> %is, i32 1
  %b = getelementptr inbounds %pair, %pair* %p, <4 x i64> %is
  %c = bitcast <4 x i32*> %a to <4 x i8*>
  %d = bitcast <4 x %pair*> %b to <4 x i8*>
  %m = icmp ult <4 x i8*> %c, %d
  %r = select <4 x i1> %m, <4 x i8*> %c, <4 x i8*> %d
  ret <4 x i8*> %r
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a, <vscale x 4 x i32>* %p) {
  %l = load <vscale x 4 x i32>, <vscale x 4 x i32>* %p
  %r = add <vscale x 4 x i32> %a, %l
  ret <vscale x 4 x i32> %r
}

define i32 @atomics(i32* %p, float* %f) {
  %a = load atomic i32, i32* %p acquire, align 4
  store atomic i32 1, i32* %p syncscope("singlethread") release, align 4
  %b = atomicrmw volatile umax i32* %p, i32 3 seq_cst
  %c = atomicrmw fadd float* %f, float 1.0 monotonic
  %d = atomicrmw nand i32* %p, i32 7 acq_rel
  %e = cmpxchg weak volatile i32* %p, i32 1, i32 2 acq_rel monotonic
  %e0 = extractvalue { i32, i1 } %e, 0
  fence syncscope("agent") seq_cst
  fence acquire
  %s = add i32 %a, %e0
  ret i32 %s
}

define i32 @invokes(i32 %x) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
entry:
  %r = invoke i32 @identity(i32 signext %x) to label %next unwind label %lp
next:
  invoke void @may_throw() [ "deopt"(i32 %x, i64 5) ] to label %done unwind label %lp2
done:
  ret i32 %r
lp:
  %l = landingpad { i8*, i32 } cleanup catch i8* null filter [1 x i8*] [i8* bitcast (i32* @plain to i8*)]
  resume { i8*, i32 } %l
lp2:
  %l2 = landingpad { i8*, i32 } catch i8* bitcast (i32* @plain to i8*)
  br label %done2
done2:
  %phi = phi { i8*, i32 } [ %l2, %lp2 ]
  resume { i8*, i32 } %phi
}

define void @windows() personality i8* bitcast (i32 (...)* @__CxxFrameHandler3 to i8*) {
entry:
  invoke void @may_throw() to label %exit unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler, label %handler2] unwind label %cleanup
handler:
  %cp = catchpad within %cs [i8* null, i32 64, i8* null]
  call void @may_throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %exit
handler2:
  %cp2 = catchpad within %cs [i8* null, i32 0, i8* null]
  catchret from %cp2 to label %exit
cleanup:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
exit:
  ret void
}

define i32 @jumps(i8* %where, i32 %x) {
entry:
  indirectbr i8* %where, [label %a, label %b, label %a]
a:
  %pa = phi i32 [ %x, %entry ], [ %x, %entry ], [ 7, %b ]
  switch i32 %pa, label %c [ i32 1, label %b
                             i32 -5, label %c ]
b:
  %pb = phi i32 [ %later, %c ], [ 3, %entry ], [ 4, %a ]
  %t = icmp slt i32 %pb, 9
  br i1 %t, label %a, label %c
c:
  %later = add i32 %x, 1
  %q = icmp eq i32 %later, 0
  br i1 %q, label %b, label %d
d:
  ret i32 %later
}

define i8* @block_of_other() {
  ret i8* blockaddress(@later_blocks, %target)
}
define i8* @later_blocks(i32 %x) {
  br label %target
target:
  ret i8* blockaddress(@later_blocks, %target)
}

define i32 @assembly() {
  %r = call { i32, i32 } asm sideeffect alignstack inteldialect "nop", "=r,=r,r,~{memory}"(i32 1)
  %v = extractvalue { i32, i32 } %r, 1
  ret i32 %v
}

define void @calls(%pair* sret(%pair) %out, %pair* byval(%pair) align 8 %agg, i32 (i32, ...)* %fp, i8* %list, i8 zeroext %z) #0 {
  %a = call i32 (i32, ...) %fp(i32 1, double 2.0, i8* %list)
  %b = tail call fastcc i32 @identity(i32 %a)
  %c = notail call i32 @identity(i32 %b) #1
  %d = va_arg i8* %list, i32
  %e = call i32 (i8*, ...) @varargs(i8* null, i64 5)
  %p = call i32 @llvm.ctpop.i32(i32 %e)
  call void @llvm.assume(i1 true) [ "align"(i8* %list, i64 8) ]
  call void @passes(%pair* sret(%pair) %out, %pair* byval(%pair) align 8 %agg)
  %s = add i32 %c, %d
  ret void
}
declare void @passes(%pair* sret(%pair), %pair* byval(%pair) align 8)

define i32 @must(i32 %x) {
  %r = musttail call i32 @identity(i32 %x)
  ret i32 %r
}

attributes #0 = { noreturn nounwind uwtable "frame-pointer"="all" "unknown-string" }
attributes #1 = { returns_twice cold }
