import { type Language, languageTags } from '#contract/language.ts'

interface MailDocumentProps {
  language: Language
  subject: string
  lines: readonly string[]
  link: { to: string; says: string }
  after: string
}

/** A mail as HTML. */
export function MailDocument({ language, subject, lines, link, after }: MailDocumentProps) {
  return (
    <html lang={languageTags[language]}>
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <a href={link.to}>{link.says}</a>
        </p>
        <p>{after}</p>
        <p>Club Bravo</p>
      </body>
    </html>
  )
}
