import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { languages, languageTable } from '#contract/language.ts'
import { rememberLanguage } from '#src/i18n/language.ts'
import { useOnline } from '#src/platform/online.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { useKeys } from '#src/ui/actions/useKeys.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Toasts } from '#src/ui/overlays/Toasts.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { roleMessages } from './messages.ts'
import { addressOf, go, useAddress } from './navigation.ts'
import { isStaffPage, numbered, staffPageNames, staffPages } from './pages.ts'
import { Answered, NoRightNotice } from './parts/Answered.tsx'
import { StaffPage } from './parts/StaffPage.tsx'
import { PasskeysDialog } from './PasskeysDialog.tsx'
import { type Session, SessionContext } from './session.ts'
import styles from './StaffApp.module.css'
import { failureOf, sessionQuery } from './staffClient.ts'
import { StaffLink } from './StaffLink.tsx'
import { tellConfirmed } from './stepUp.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

/** The pages of staff, for whoever is signed in. */
export function StaffApp() {
  const session = useQuery(sessionQuery)
  const { page } = useAddress()
  if (page === 'confirmed') return <ConfirmedPage />
  if (session.error && failureOf(session.error) === 'signed_out') return <SignedOutPage />
  return (
    <Answered query={session}>
      {(data) => (
        <SessionContext key={data.account} value={data}>
          <Shell session={data} />
          <StepUpDialog />
          <Toasts />
        </SessionContext>
      )}
    </Answered>
  )
}

function Shell({ session }: { session: Session }) {
  const { t, i18n } = useLingui()
  const { lang, page } = useAddress()
  const online = useOnline()
  const [opened, setOpened] = useState<'palette' | 'keys' | 'passkeys' | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const own = staffPageNames.filter((name) => staffPages[name].needs.some((one) => session.permissions.includes(one)))
  const searchPage = own.find((name) => name === 'member') ?? own.find((name) => name === 'counter')
  useKeys({
    'mod+k': () => setOpened('palette'),
    '?': () => setOpened('keys'),
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else if (searchPage) go(addressOf(lang, searchPage))
    },
    ...Object.fromEntries(numbered(own).map((name, at) => [String(at + 1), () => go(addressOf(lang, name))])),
  })
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <header className={styles['head']} data-ground="hall">
        <p className={styles['club']}>
          Club Bravo{' '}
          <span>
            <Trans>Staff</Trans>
          </span>
        </p>
        <button type="button" className={buttonClass('secondary', styles['open'])} popoverTarget="pages">
          <Icon name="menu" />
          <Trans>Menu</Trans>
        </button>
        <div id="pages" popover="auto" ref={panel} className={styles['panel']}>
          <nav aria-label={t`Pages`} className={styles['nav']}>
            {own.map((name) => (
              <StaffLink
                key={name}
                page={name}
                aria-current={name === page ? 'page' : undefined}
                onClick={() => panel.current?.hidePopover?.()}
              >
                {i18n._(staffPages[name].title)}
              </StaffLink>
            ))}
          </nav>
          <div className={styles['person']}>
            <p>
              {session.name}
              <span>{session.roles.map((role) => i18n._(roleMessages[role])).join(' · ')}</span>
            </p>
            <LanguageLinks />
            <Button variant="quiet" onClick={() => setOpened('palette')}>
              <Trans>Go to…</Trans>
            </Button>
            <Button variant="quiet" onClick={() => setOpened('keys')}>
              <Trans>Shortcuts</Trans>
            </Button>
            <Button variant="quiet" onClick={() => setOpened('passkeys')}>
              <Trans>Passkeys</Trans>
            </Button>
            <form method="post" action="/identity/staff/sign-out">
              <button className={buttonClass('quiet')}>
                <Trans>Sign out</Trans>
              </button>
            </form>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles['main']}>
        {!online && (
          <Notice tone="warning">
            <Trans>You’re offline. Nothing can be done until the connection is back.</Trans>
          </Notice>
        )}
        <CurrentPage page={page} own={own} />
      </main>
      <CommandPalette open={opened === 'palette'} onClose={() => setOpened(null)} own={own} />
      <KeysDialog open={opened === 'keys'} onClose={() => setOpened(null)} own={own} />
      {opened === 'passkeys' && <PasskeysDialog onClose={() => setOpened(null)} />}
    </div>
  )
}

function CurrentPage({ page, own }: { page: string; own: readonly string[] }) {
  const { t } = useLingui()
  if (!isStaffPage(page))
    return (
      <StaffPage title={t`Page not found`}>
        <p>
          <StaffLink page="today">
            <Trans>Go to Today</Trans>
          </StaffLink>
        </p>
      </StaffPage>
    )
  if (!own.includes(page)) return <ForbiddenPage page={page} />
  const Component = staffPages[page].component
  return <Component />
}

function ForbiddenPage({ page }: { page: keyof typeof staffPages }) {
  const { i18n } = useLingui()
  return (
    <StaffPage title={i18n._(staffPages[page].title)}>
      <NoRightNotice />
    </StaffPage>
  )
}

function LanguageLinks() {
  const { t } = useLingui()
  const { lang, page, search } = useAddress()
  return (
    <nav aria-label={t`Language`} className={styles['languages']}>
      {languages.map((other) => (
        <a
          key={other}
          href={addressOf(other, page, Object.fromEntries(search))}
          lang={languageTable[other].tag}
          aria-current={other === lang || undefined}
          onClick={() => rememberLanguage(other)}
        >
          {languageTable[other].short}
        </a>
      ))}
    </nav>
  )
}

/** Nobody is signed in, or no longer. */
function SignedOutPage() {
  const { t } = useLingui()
  const { lang, page, search } = useAddress()
  const back = addressOf(lang, page === '' ? 'today' : page, Object.fromEntries(search))
  return (
    <main className={styles['alone']}>
      <StaffPage title={t`Sign in to Club Bravo’s staff pages`}>
        <p>
          <Trans>
            You sign in with a passkey. If you have none yet, ask a colleague with the Owner role to invite you.
          </Trans>
        </p>
        <p>
          <a className={buttonClass('primary')} href={`/identity/staff?return_to=${encodeURIComponent(back)}`}>
            <Trans>Sign in</Trans>
          </a>
        </p>
        <LanguageLinks />
      </StaffPage>
    </main>
  )
}

/** Where a confirmation ends, in a tab of its own. */
function ConfirmedPage() {
  const { t } = useLingui()
  useEffect(tellConfirmed, [])
  return (
    <main className={styles['alone']}>
      <StaffPage title={t`Confirmed`}>
        <p>
          <Trans>Close this tab and carry on where you were.</Trans>
        </p>
      </StaffPage>
    </main>
  )
}
