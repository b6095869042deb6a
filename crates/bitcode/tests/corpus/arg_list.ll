; A variable whose value is the only one of a list, and one that is computed from two.
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"

define i32 @f(i32 %x, i32 %y) !dbg !4 {
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0)), !dbg !10
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 %y), metadata !9, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !10
  ret i32 %x, !dbg !10
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "one", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocalVariable(name: "two", scope: !4, file: !1, line: 3, type: !7)
!10 = !DILocation(line: 4, scope: !4)
