import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { memberName, useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { AccountLink } from '../header/AccountLink.tsx'
import { returnAddress } from '../accountRules.ts'
import { LanguageSwitch } from '../header/LanguageSwitch.tsx'
import styles from './MenuSheet.module.css'
import { isInGroup, type NavigationGroup, navigationGroups } from './navigation.ts'
import { useSheet } from './useSheet.ts'
import { NavigationAnchor } from './NavigationAnchor.tsx'

interface MenuSheetProps {
  onClose: () => void
  /** Replaces the menu by the membership card. */
  onShowCard: () => void
}

/** The menu of narrow screens, at full height: the member, the pages and the languages. */
export function MenuSheet({ onClose, onShowCard }: MenuSheetProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const sheet = useSheet(onClose)
  const member = useRememberedMember()
  return (
    <dialog ref={sheet} className={styles['sheet']} aria-label={t`Menu`}>
      <div className={styles['head']}>
        <p className={styles['who']}>{member === null ? 'Club Bravo' : (memberName(member, lang) ?? member.email)}</p>
        <IconButton icon={<ChromeIcon name="close" />} label={t`Close`} className={styles['close']} onClick={onClose} />
      </div>
      {member === null ? <VisitorActions /> : <MemberActions onShowCard={onShowCard} />}
      <nav aria-label={t`Pages`} className={styles['pages']}>
        {navigationGroups.map((group) => (
          <MenuGroup key={group.name} group={group} isOpen={member === null && group.name === 'club'} />
        ))}
        <TextLink to="/$lang/scan-intro" params={{ lang }} className={styles['page']}>
          <Icon name="scan" />
          <Trans>Scan a ticket</Trans>
        </TextLink>
        {member !== null && (
          <>
            <TextLink to="/$lang/my-scans" params={{ lang }} className={styles['page']}>
              <Icon name="clock" />
              <Trans>My scans</Trans>
            </TextLink>
            <TextLink to="/$lang/my-rewards" params={{ lang }} className={styles['page']}>
              <Icon name="qr" />
              <Trans>My rewards</Trans>
            </TextLink>
            <TextLink to="/$lang/my-events" params={{ lang }} className={styles['page']}>
              <Icon name="calendar" />
              <Trans>My events</Trans>
            </TextLink>
          </>
        )}
        <TextLink to="/$lang/contact-us" params={{ lang }} className={styles['page']}>
          <Icon name="mail" />
          <Trans>Contact us</Trans>
        </TextLink>
      </nav>
      <LanguageSwitch names="whole" />
    </dialog>
  )
}

function VisitorActions() {
  const lang = useLanguage()
  const returnTo = useRouterState({ select: ({ location }) => returnAddress(location) })
  return (
    <div className={styles['actions']}>
      <LinkButton to="/$lang/registration-free" params={{ lang }} search={{ return_to: returnTo }} variant="primary">
        <Trans>Join for free</Trans>
      </LinkButton>
      <LinkButton to="/login" state={{ returnTo }}>
        <Trans>Sign in</Trans>
      </LinkButton>
    </div>
  )
}

function MemberActions({ onShowCard }: Pick<MenuSheetProps, 'onShowCard'>) {
  return (
    <div className={styles['actions']}>
      <Button variant="primary" onClick={onShowCard}>
        <Icon name="card" />
        <Trans>Show my card</Trans>
      </Button>
      <AccountLink className={buttonClass('secondary')} />
    </div>
  )
}

/** A collapsible group of pages in the menu, open if it holds the current page, or tells visitors of the club. */
function MenuGroup({ group, isOpen }: { group: NavigationGroup; isOpen: boolean }) {
  const { i18n } = useLingui()
  const isCurrent = useRouterState({ select: ({ location }) => isInGroup(group, location.pathname) })
  return (
    <details className={styles['group']} open={isOpen || isCurrent}>
      <summary className={styles['page']}>
        <Icon name={group.icon} />
        {i18n._(group.label)}
        <Icon name="chevronDown" className={styles['mark']} />
      </summary>
      <ul className={styles['links']}>
        {[...group.links, ...group.parts.links].map((link, index) => (
          <li key={`${link.to} ${link.hash ?? link.category ?? ''}`}>
            <NavigationAnchor link={link} className={index < group.links.length ? styles['link'] : styles['part']} />
          </li>
        ))}
      </ul>
    </details>
  )
}
