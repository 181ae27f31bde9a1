import type { CSSProperties, ReactNode } from 'react'
import { type Language, languageTags } from '#contract/language.ts'
import tokens from '#src/styles/tokens.css?raw'
import type { TableRow } from '#server/mail/kinds/mailKind.ts'
import type { MailFrame } from './mailFrame.ts'

/** The colours of a token in the light and in the dark theme. Mail programs know no custom properties. */
function coloursOf(token: string): { light: string; dark: string } {
  const [, light, dark = light] =
    new RegExp(String.raw`--${token}:\s*(?:light-dark\()?(#[\da-f]+)(?:,\s*(#[\da-f]+)\))?;`).exec(tokens) ?? []
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no colour --${token}`)
  return { light, dark }
}

const paper = coloursOf('colour-paper')
const raised = coloursOf('colour-raised')
const ink = coloursOf('colour-ink')
const soft = coloursOf('colour-ink-soft')
const line = coloursOf('colour-line')
const fill = coloursOf('colour-accent-fill')
const onFill = coloursOf('colour-on-accent')
const accent = coloursOf('colour-accent')

/** The light theme stands at each element, for programs that drop style sheets; this is what the dark one changes. */
const darkTheme = [
  ['paper', 'background-color', paper],
  ['raised', 'background-color', raised],
  ['raised', 'border-color', line],
  ['ink', 'color', ink],
  ['soft', 'color', soft],
  ['accent', 'color', accent],
  ['line', 'border-color', line],
  ['fill', 'background-color', fill],
  ['on-fill', 'color', onFill],
] as const

const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
h1 { text-wrap: balance; }
p { text-wrap: pretty; }
@media (max-width: 480px) { .sheet { padding: 24px 20px !important; } .outer { padding: 12px 8px 24px !important; } }
@media (prefers-color-scheme: dark) {
${darkTheme.map(([name, property, { dark }]) => `.${name} { ${property}: ${dark} !important; }`).join('\n')}
}`

const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const serif = "'Cormorant Garamond', Georgia, 'Times New Roman', serif"
const figures = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace"

const text: CSSProperties = { margin: '0 0 16px', fontFamily: sans, fontSize: 16, lineHeight: 1.6, color: ink.light }
const small: CSSProperties = { margin: '0 0 8px', fontFamily: sans, fontSize: 13, lineHeight: 1.6, color: soft.light }

interface FrameProps {
  align?: 'center'
  className?: string
  /** Of the table, and of its one cell. */
  style?: CSSProperties
  cell: CSSProperties
  children: ReactNode
}

/** A box, as mail programs need it: a table of one cell. */
function Frame({ align, className, style, cell, children }: FrameProps) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: 'separate', ...style }}
    >
      <tbody>
        <tr>
          <td className={className} align={align} style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const tableCell: CSSProperties = { padding: '10px 0', verticalAlign: 'baseline', textAlign: 'left' }
const edge = (index: number): CSSProperties => (index === 0 ? {} : { borderTop: `1px solid ${line.light}` })

function Table({ rows }: { rows: readonly TableRow[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'collapse', margin: '0 0 24px' }}>
      <tbody>
        {rows.map(({ term, value, isCode }, index) => (
          <tr key={term}>
            <th
              scope="row"
              className="soft line"
              style={{
                ...small,
                ...tableCell,
                ...edge(index),
                width: '36%',
                // A date or a Chinese name of a row stays on one line.
                wordBreak: 'keep-all',
                paddingRight: 16,
                fontSize: 14,
                fontWeight: 400,
              }}
            >
              {term}
            </th>
            <td
              className="ink line"
              style={{
                ...text,
                ...tableCell,
                ...edge(index),
                fontFamily: isCode ? figures : sans,
                overflowWrap: 'anywhere',
              }}
            >
              {value.map((one) => (
                <div key={one} style={isCode ? { fontSize: 18, fontWeight: 700 } : {}}>
                  {one}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is to be typed, in digits that are read and copied at a glance. */
function Code({ term, value }: NonNullable<MailFrame['code']>) {
  return (
    <>
      <p className="soft" style={{ ...small, fontSize: 14, margin: 0 }}>
        {term}
      </p>
      <p className="ink" style={{ ...text, fontFamily: figures, fontSize: 36, lineHeight: 1.4, fontWeight: 700 }}>
        {value}
      </p>
    </>
  )
}

/** The mark beside the name, which stands there without pictures, too. */
function Brand({ home }: { home: string }) {
  const name: CSSProperties = {
    paddingLeft: 12,
    fontFamily: serif,
    fontSize: 24,
    fontWeight: 700,
    verticalAlign: 'middle',
  }
  return (
    <p style={{ margin: 0, padding: '0 4px 16px', textAlign: 'left' }}>
      <a href={home} style={{ textDecoration: 'none' }}>
        <img
          src={new URL('/icon-192.png', home).href}
          alt=""
          width={36}
          height={36}
          style={{ border: 0, borderRadius: 8, verticalAlign: 'middle', backgroundColor: fill.light }}
        />
        <span className="accent" style={{ ...name, color: accent.light }}>
          Club Bravo
        </span>
      </a>
    </p>
  )
}

const card: CSSProperties = {
  padding: '36px 40px',
  border: `1px solid ${line.light}`,
  borderRadius: 12,
  textAlign: 'left',
  backgroundColor: raised.light,
}

const heading: CSSProperties = {
  margin: '0 0 20px',
  fontFamily: serif,
  fontSize: 30,
  lineHeight: 1.25,
  fontWeight: 700,
  color: ink.light,
}

const button: CSSProperties = {
  display: 'inline-block',
  padding: '12px 28px',
  borderRadius: 999,
  fontFamily: sans,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: 1.4,
  textDecoration: 'none',
  color: onFill.light,
  backgroundColor: fill.light,
}

interface MailDocumentProps {
  language: Language
  frame: MailFrame
}

/** A mail as HTML: what every mail program shows, also without pictures and without a style sheet. */
export function MailDocument({ language, frame }: MailDocumentProps) {
  const { subject, code, greeting, lines, table, link, signature, after, contact, unsubscribe, home } = frame
  return (
    <html lang={languageTags[language]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: paper.light }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{code?.value ?? lines[0]}</div>
        <Frame
          align="center"
          className="paper outer"
          cell={{ padding: '24px 16px 40px', backgroundColor: paper.light }}
        >
          <Frame style={{ maxWidth: 600, margin: '0 auto' }} cell={{ padding: 0 }}>
            <Brand home={home} />
            <Frame className="raised sheet" cell={card}>
              <h1 className="ink" style={heading}>
                {subject}
              </h1>
              {code && <Code {...code} />}
              <p className="ink" style={text}>
                {greeting}
              </p>
              {lines.map((one) => (
                <p key={one} className="ink" style={text}>
                  {one}
                </p>
              ))}
              {table.length > 0 && <Table rows={table} />}
              <p style={{ margin: '24px 0 28px' }}>
                <a href={link.to} className="fill on-fill" style={button}>
                  {link.says}
                </a>
              </p>
              <p className="ink" style={{ ...text, margin: 0 }}>
                {signature}
              </p>
            </Frame>
            <div style={{ padding: '20px 8px 0', textAlign: 'left' }}>
              <p className="soft" style={small}>
                {after}
              </p>
              {[contact, unsubscribe].map(
                (one) =>
                  one && (
                    <p key={one.to} className="soft" style={small}>
                      <a href={one.to} className="soft" style={{ color: soft.light }}>
                        {one.says}
                      </a>
                    </p>
                  ),
              )}
            </div>
          </Frame>
        </Frame>
      </body>
    </html>
  )
}
