import { createElement, Fragment } from 'react'
import { Layout, useFrame } from './Layout.tsx'
import styles from './MailboxPage.module.css'

interface ShownMail {
  id: string
  to: string
  subject: string
  text: string
  at: Date
  hasCalendar: boolean
  languageTag: string
}

const shownTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Hong_Kong',
})

/** Splits a text at its links. */
const address = /(https?:\/\/[^\s<>"]+)/

/** A mail's text with links to this product made clickable, and no others. */
function LinkedText({ text }: { text: string }) {
  const { origin } = useFrame()
  const linked = (part: string) => (part.startsWith(`${origin}/`) ? <a href={part}>{part}</a> : part)
  return createElement(Fragment, null, ...text.split(address).map(linked))
}

/** The mails that the product would have sent, newest first, for those who try it out: in English. */
export function MailboxPage({ mails }: { mails: readonly ShownMail[] }) {
  return (
    <Layout title="Mailbox" lead="Emails are shown here while no mail server is configured. Set SMTP_URL to send them.">
      {mails.length === 0 && <p>No emails yet.</p>}
      {mails.map(({ id, to, subject, text, at, hasCalendar, languageTag }) => (
        <article key={id} className={styles['mail']}>
          <h2 lang={languageTag}>{subject}</h2>
          <p className={styles['recipient']}>
            {to} · <time dateTime={at.toISOString()}>{shownTime.format(at)}</time>
          </p>
          <p className={styles['recipient']}>
            <a href={`/mailbox/${id}`}>As it is sent</a>
            {hasCalendar && (
              <>
                {' · '}
                <a href={`/mailbox/${id}/club-bravo.ics`}>Its date for the calendar</a>
              </>
            )}
          </p>
          <p lang={languageTag} className={styles['letter']}>
            <LinkedText text={text} />
          </p>
        </article>
      ))}
    </Layout>
  )
}
