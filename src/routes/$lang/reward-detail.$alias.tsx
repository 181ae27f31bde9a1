import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/reward-detail/$alias')({
  component: RewardDetail,
})

function RewardDetail() {
  const words = usePageWords('/$lang/reward-detail/$alias')
  return <Page {...words} lead={words.description} />
}
