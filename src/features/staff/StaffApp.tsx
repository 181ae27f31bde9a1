import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { keysOf } from '#contract/keysOf.ts'
import { languages, languageTable } from '#contract/language.ts'
import { staffPasskeys } from '#contract/staff/passkeys.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { rememberLanguage } from '#src/i18n/language.ts'
import { useOnline } from '#src/platform/online.ts'
import { knowsPasskeys } from '#src/platform/passkeys.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { useKeys } from '#src/ui/actions/useKeys.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Toasts } from '#src/ui/overlays/Toasts.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { roleMessages } from './messages.ts'
import { pages } from './pages.ts'
import { ActFailure, Answered, NoRightNotice } from './parts/Answered.tsx'
import { StaffPage } from './parts/StaffPage.tsx'
import { PasskeysDialog } from './PasskeysDialog.tsx'
import { type Session, SessionContext, useMay, useOwnPages } from './session.ts'
import styles from './StaffApp.module.css'
import { failureOf } from './staffAnswers.ts'
import { confirmationAddress, confirmByPasskey, sessionQuery, staffQuery } from './staffClient.ts'
import { isAsking, stopAsking, subscribeAsking, tellConfirmed, watchConfirmed } from './stepUp.ts'

/** What is around the pages, for whoever is signed in. */
export function StaffApp() {
  const session = useQuery(sessionQuery)
  const isConfirmed = useLocation({ select: ({ pathname }) => pathname === '/confirmed' })
  const [isSignedOut, setIsSignedOut] = useState(false)
  // Until an answer says that they are back: one that doesn't come says nothing.
  const { error } = session
  if (!isSignedOut && error !== null && failureOf(error) === 'signed_out') setIsSignedOut(true)
  if (isSignedOut && error === null) setIsSignedOut(false)
  if (isConfirmed) return <Outlet />
  if (isSignedOut && session.data === undefined) return <SignedOutPage />
  return (
    <Answered query={isSignedOut ? { ...session, error: null } : session}>
      {(data) => (
        <SessionContext key={data.account} value={data}>
          {/* What was typed stays; nobody reads it, or a member's books, until they are back. */}
          <div hidden={isSignedOut}>
            <Shell session={data} />
            <Toasts />
          </div>
          {isSignedOut ? <SignedOutDialog onConfirmed={() => void session.refetch()} /> : <StepUpDialog />}
        </SessionContext>
      )}
    </Answered>
  )
}

function Shell({ session }: { session: Session }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'palette' | 'keys' | 'passkeys' | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const own = useOwnPages()
  const searchPage = own.find(({ path }) => path === '/member') ?? own.find(({ path }) => path === '/counter')
  useKeys({
    'mod+k': () => setOpened('palette'),
    '?': () => setOpened('keys'),
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else if (searchPage) void navigate({ to: searchPage.path })
    },
    ...Object.fromEntries(
      own.flatMap(({ path, digit }) => (digit ? [[digit, () => void navigate({ to: path })]] : [])),
    ),
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
            {own.map(({ path, title }) => (
              <TextLink
                key={path}
                to={path}
                activeOptions={{ includeSearch: false }}
                onClick={() => panel.current?.hidePopover?.()}
              >
                {i18n._(title)}
              </TextLink>
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
        <CurrentPage />
      </main>
      <CommandPalette open={opened === 'palette'} onClose={() => setOpened(null)} />
      <KeysDialog open={opened === 'keys'} onClose={() => setOpened(null)} />
      {opened === 'passkeys' && <PasskeysDialog onClose={() => setOpened(null)} />}
    </div>
  )
}

/** The page, unless none of somebody's roles allows it. */
function CurrentPage() {
  const { i18n } = useLingui()
  const may = useMay()
  const address = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const path = keysOf(pages).find((one) => one === address)
  if (path === undefined || pages[path].needs.some(may)) return <Outlet />
  return (
    <StaffPage title={i18n._(pages[path].title)}>
      <NoRightNotice />
    </StaffPage>
  )
}

/** A page that could not be drawn. */
export function FailedPage({ reset }: { reset: () => void }) {
  const { t } = useLingui()
  return (
    <StaffPage title={t`Something went wrong`}>
      <p>
        <Trans>This page can’t be shown. Try again. If it keeps happening, tell the person who runs the server.</Trans>
      </p>
      <p>
        <Button onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    </StaffPage>
  )
}

/** No page has this address. */
export function UnknownPage() {
  const { t } = useLingui()
  return (
    <StaffPage title={t`Page not found`}>
      <p>
        <TextLink to="/today">
          <Trans>Go to Today</Trans>
        </TextLink>
      </p>
    </StaffPage>
  )
}

function LanguageLinks() {
  const { t } = useLingui()
  const lang = useLanguage()
  const here = useLocation({ select: ({ href }) => href })
  return (
    <nav aria-label={t`Language`} className={styles['languages']}>
      {languages.map((other) => (
        <a
          key={other}
          href={`/staff/${other}${here}`}
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

/** Asks for the passkey in place, or to sign in again in a tab of its own: what stands on the page stays. */
function StepUpDialog() {
  const { t } = useLingui()
  const isOpen = useSyncExternalStore(subscribeAsking, isAsking)
  return (
    <Dialog open={isOpen} onClose={stopAsking} title={t`Confirm it’s you`}>
      <StepUp />
    </Dialog>
  )
}

/** The session has ended while the page was open: there is nothing to see behind it. */
function SignedOutDialog({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useLingui()
  const look = useEffectEvent(onConfirmed)
  useEffect(() => watchConfirmed(() => look()), [])
  return (
    <Dialog open onClose={null} title={t`You’re signed out`}>
      <p>
        <Trans>What you entered on this page is still there. Sign in again to go on.</Trans>
      </p>
      <Confirmation hasPasskey={knowsPasskeys()}>
        <SignInLink>
          <Trans>Sign in as someone else</Trans>
        </SignInLink>
      </Confirmation>
    </Dialog>
  )
}

function StepUp() {
  const { data, error } = useQuery({ ...staffQuery(staffPasskeys, {}), enabled: knowsPasskeys() })
  const hasPasskey = data?.passkeys != null && data.passkeys.length > 0
  if (knowsPasskeys() && data === undefined && error === null) return <Skeleton shape="text" lines={3} />
  return (
    <>
      <p>
        {hasPasskey ? (
          <Trans>To do this, use your passkey.</Trans>
        ) : (
          <Trans>To do this, sign in again. The sign-in page opens in a new tab; come back here afterwards.</Trans>
        )}
      </p>
      <Confirmation hasPasskey={hasPasskey}>
        <Button onClick={stopAsking}>
          <Trans>Cancel</Trans>
        </Button>
      </Confirmation>
    </>
  )
}

/** The ways to prove again to be there, in place or in a tab of its own, and another way out. */
function Confirmation({ hasPasskey, children }: { hasPasskey: boolean; children: ReactNode }) {
  const lang = useLanguage()
  const confirm = useMutation({
    mutationFn: confirmByPasskey,
    onSuccess: (outcome) => {
      if (outcome === 'confirmed') tellConfirmed()
    },
  })
  const tab = (
    <a
      className={buttonClass(hasPasskey ? 'secondary' : 'primary')}
      href={confirmationAddress('', `/staff/${lang}/confirmed`)}
      target="_blank"
      rel="noopener"
    >
      {hasPasskey ? <Trans>Use a new tab instead</Trans> : <Trans>Sign in again</Trans>}
    </a>
  )
  return (
    <>
      {confirm.data === 'too_many' && (
        <Notice tone="warning">
          <Trans>Too many attempts. Wait a few minutes, then try again.</Trans>
        </Notice>
      )}
      {(confirm.data === 'refused' || confirm.data === 'unused') && (
        <Notice tone="warning">
          <Trans>That passkey didn’t work. Try again.</Trans>
        </Notice>
      )}
      <ActFailure error={confirm.error} />
      <ButtonRow>
        {hasPasskey && (
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            <Trans>Use my passkey</Trans>
          </Button>
        )}
        {tab}
        {children}
      </ButtonRow>
    </>
  )
}

/** Nobody is signed in, or no longer. */
function SignedOutPage() {
  const { t } = useLingui()
  return (
    <main className={styles['alone']}>
      <StaffPage title={t`Sign in to Club Bravo’s staff pages`}>
        <p>
          <Trans>
            You sign in with a passkey. If you have none yet, ask a colleague with the Owner role to invite you.
          </Trans>
        </p>
        <p>
          <SignInLink variant="primary">
            <Trans>Sign in</Trans>
          </SignInLink>
        </p>
        <LanguageLinks />
      </StaffPage>
    </main>
  )
}

/** Leads to the page of signing in, and back here. */
function SignInLink({ variant = 'quiet', children }: { variant?: 'primary' | 'quiet'; children: ReactNode }) {
  const lang = useLanguage()
  const here = useLocation({ select: ({ href }) => href })
  return (
    <a
      className={buttonClass(variant)}
      href={`/identity/staff?return_to=${encodeURIComponent(`/staff/${lang}${here}`)}`}
    >
      {children}
    </a>
  )
}

/** Where a confirmation ends, in a tab of its own. */
export function ConfirmedPage() {
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

/** What each key does. */
function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const own = useOwnPages()
  const rows: [string, string][] = [
    ['Ctrl K, ⌘ K', t`Go to a page, or find a member`],
    ['/', t`Search`],
    ['?', t`Keyboard shortcuts`],
    ...own.flatMap(({ digit, title }): [string, string][] => (digit ? [[digit, i18n._(title)]] : [])),
    ...(own.some(({ path }) => path === '/applications')
      ? [
          ['V', t`Applications: show the student card`],
          ['A', t`Applications: approve`],
          ['R', t`Applications: reject`],
          ['N', t`Applications: next`],
        ].map(([key = '', what = '']): [string, string] => [key, what])
      : []),
    ['F6', t`Go to the messages, such as to undo something`],
    ['Esc', t`Close`],
  ]
  return (
    <Dialog open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <dl className={styles['keys']}>
        {rows.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
