import { createFileRoute } from '@tanstack/react-router'
import { PersonalDetailPage } from '#src/features/member/personal/PersonalDetailPage.tsx'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/_member/personal-detail')({
  loader: ({ context }) => prefetch(context.queryClient, memberQueries.me(), contentQueries.staticContents()),
  component: PersonalDetailPage,
})
