/** Lets the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads it after the press; a page that stays open must not keep it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
