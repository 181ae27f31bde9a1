import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

interface TabsProps<Id extends string> {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly { id: Id; label: ReactNode; content: ReactNode }[]
  /** The selected tab, controlled with `onChange`. If absent, the tabs are uncontrolled and start with the first. */
  value?: Id
  onChange?: (id: Id) => void
}

/** Tabs. Arrow keys move between them, Enter selects one. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  const known = (id: unknown) => tabs.find((tab) => tab.id === id)?.id
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.id } : { value })}
      onValueChange={(id: unknown) => {
        const chosen = known(id)
        if (chosen !== undefined) onChange?.(chosen)
      }}
    >
      <Base.List className={styles['list'] ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id} className={styles['tab'] ?? ''}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className={styles['panel'] ?? ''}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
