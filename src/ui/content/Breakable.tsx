/** A text whose email address breaks, where it has to, before the @ or a dot. */
export function Breakable({ text }: { text: string }) {
  const at = text.slice(1).search(/[@.]\S/) + 1
  if (at === 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      <Breakable text={text.slice(at)} />
    </>
  )
}
