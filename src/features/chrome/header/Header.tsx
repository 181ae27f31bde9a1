import { Trans, useLingui } from '@lingui/react/macro'
import { defaultLanguage, languageTags } from '#contract/language.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import { AccountLink } from './AccountLink.tsx'
import { ClubMark } from '../ClubMark.tsx'
import styles from './Header.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import type { LazyCard } from './MembershipCardLoader.tsx'
import { MenuButton } from '../menu/MenuButton.tsx'
import { navigationGroups } from '../menu/navigation.ts'
import { NavigationMenu } from '../menu/NavigationMenu.tsx'
import { OfflineBar } from '../OfflineBar.tsx'

// Only members need the code that reads the stored scans.
const UnsentScansBadge = optionalPart(async () => (await import('./UnsentScansBadge.tsx')).UnsentScansBadge)

/**
 * The header: logo, pages, unsent scans, account and languages. Below 1074 px the links to the pages are in the menu;
 * a member's account, card and scans are in the tab bar. The languages keep their place at the end when somebody signs
 * in.
 */
export function Header({ card }: { card: LazyCard }) {
  const lang = useLanguage()
  const member = useRememberedMember()
  return (
    <header className={styles['header']}>
      <div className={styles['row']}>
        <TextLink
          to="/$lang"
          params={{ lang }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-label="Club Bravo"
          className={styles['name']}
        >
          <ClubMark className={styles['mark']} />
          <span className={styles['words']} lang={languageTags[defaultLanguage]}>
            Club Bravo
          </span>
        </TextLink>
        <Pages />
        {member && <UnsentScansBadge memberId={member.id} />}
        <AccountLink className={`${styles['account']} ${member ? styles['wide'] : ''}`} />
        <LanguageSwitch names="short" />
        <MenuButton card={card} />
      </div>
      <OfflineBar />
    </header>
  )
}

function Pages() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <nav aria-label={t`Pages`} className={styles['pages']}>
      <ul className={styles['list']}>
        {navigationGroups.map((group) => (
          <NavigationMenu key={group.name} group={group} />
        ))}
        <li>
          <TextLink to="/$lang/scan-intro" params={{ lang }} className={styles['link']}>
            <Trans>Scan a ticket</Trans>
          </TextLink>
        </li>
        <li>
          <TextLink to="/$lang/contact-us" params={{ lang }} className={styles['link']}>
            <Trans>Contact us</Trans>
          </TextLink>
        </li>
      </ul>
    </nav>
  )
}
