/** Upper and lower case, full and half width, and the kinds of apostrophe are told apart by nobody who searches. */
function folded(text: string): string {
  return text.normalize('NFKC').replaceAll(/[‘’]/g, "'").toLocaleLowerCase('en')
}

/** Whether every word of a search stands in one of the texts. Nothing to search for stands in all. */
export function matchesAllWords(q: string | undefined, texts: readonly string[]): boolean {
  if (q === undefined) return true
  const whole = folded(texts.join('\n'))
  return folded(q)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
