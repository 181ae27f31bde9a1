import type { ReactNode } from 'react'
import { useAddress } from '../navigation.ts'
import { StaffLink } from '../StaffLink.tsx'
import styles from './Tabs.module.css'

interface TabsProps<Value extends string> {
  label: string
  /** The name in the address. */
  name: string
  value: Value
  tabs: readonly { value: Value; title: ReactNode }[]
}

/** Parts of a page, each with an address of its own. */
export function Tabs<Value extends string>({ label, name, value, tabs }: TabsProps<Value>) {
  const { page } = useAddress()
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map((tab) => (
        <StaffLink
          key={tab.value}
          page={page}
          search={{ [name]: tab.value }}
          aria-current={tab.value === value ? 'page' : undefined}
        >
          {tab.title}
        </StaffLink>
      ))}
    </nav>
  )
}
