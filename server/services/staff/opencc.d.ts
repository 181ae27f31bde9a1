/** Pairs of characters, `陳 陈|鄺 邝`: traditional first. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}

/** The same for what is written otherwise in Hong Kong, `裏 裡`. */
declare module 'opencc-js/dict/HKVariants' {
  const pairs: string
  export default pairs
}
