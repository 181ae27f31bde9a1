import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { AccountLink } from './AccountLink.tsx'
import styles from './Header.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { WaitingScans } from './WaitingScans.tsx'

/** The club's name, the languages, the scans that wait, and the way to the member's own pages. */
export function Header() {
  const lang = useLanguage()
  return (
    <header className={styles['header']}>
      <div className={styles['row']}>
        <TextLink to="/$lang" params={{ lang }} className={styles['name']}>
          Club Bravo
        </TextLink>
        <LanguageSwitch />
        <WaitingScans />
        <AccountLink />
      </div>
    </header>
  )
}
