import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/reward-list')({
  component: RewardList,
})

function RewardList() {
  const words = usePageWords('/$lang/reward-list')
  return <Page {...words} lead={words.description} />
}
