import { Trans, useLingui } from '@lingui/react/macro'
import { createElement, Fragment } from 'react'
import { formatDateTime } from '#src/i18n/dates.ts'
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

/** Splits a text at its links. */
const address = /(https?:\/\/[^\s<>"]+)/

/** A mail's text with links to this product made clickable, and no others. */
function LinkedText({ text }: { text: string }) {
  const { origin } = useFrame()
  const linked = (part: string) => (part.startsWith(`${origin}/`) ? <a href={part}>{part}</a> : part)
  return createElement(Fragment, null, ...text.split(address).map(linked))
}

/** The mails that the product would have sent, newest first, for those who try it out. */
export function MailboxPage({ mails }: { mails: readonly ShownMail[] }) {
  const { t } = useLingui()
  const { language } = useFrame()
  return (
    <Layout
      title={t`Mailbox`}
      lead={t`Emails are shown here while no email server is configured. Set SMTP_URL to send them.`}
    >
      {mails.length === 0 && (
        <p>
          <Trans>No emails yet.</Trans>
        </p>
      )}
      {mails.map(({ id, to, subject, text, at, hasCalendar, languageTag }) => (
        <article key={id} className={styles['mail']}>
          <h2 lang={languageTag}>{subject}</h2>
          <p className={styles['recipient']}>
            {to} · <time dateTime={at.toISOString()}>{formatDateTime(at.getTime(), language)}</time>
          </p>
          <p className={styles['recipient']}>
            <a href={`/mailbox/${id}`}>
              <Trans>View as sent</Trans>
            </a>
            {hasCalendar && (
              <>
                {' · '}
                <a href={`/mailbox/${id}/club-bravo.ics`}>
                  <Trans>Calendar file</Trans>
                </a>
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
