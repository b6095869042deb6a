; Assembly that may jump, in the form since LLVM 15.
define void @asm_goto() {
entry:
  callbr void asm sideeffect "jmp ${0:l}", "!i"() to label %direct [label %indirect]
direct:
  ret void
indirect:
  unreachable
}

