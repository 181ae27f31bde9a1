import styles from './Breakable.module.css'

/** A text that ends with an email address, which breaks before the @ where it has to. */
export function Breakable({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      <span className={styles['host']}>{text.slice(at)}</span>
    </>
  )
}
