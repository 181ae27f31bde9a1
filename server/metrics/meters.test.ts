import { expect, test } from 'vitest'
import { countFailure, countMail, countScan, countSettlement, registry, showFigures } from './meters.ts'

test('Scans, settlements, failed tasks and mails are counted by what came of them', async () => {
  countScan('verifyTicket', { status: 'success', ticket_info: null })
  countScan('verifyTicket', { status: 'success', ticket_info: null })
  countSettlement({ performances: 1, claims: 20, points: 3000 })
  countFailure('Deleting old mails')
  countMail('postponed')
  const text = await registry.metrics()
  expect(text).toContain('club_scan_answers_total{call="verifyTicket",status="success"} 2')
  expect(text).toContain('club_settled_total{what="claims"} 20')
  expect(text).toContain('club_settled_total{what="points"} 3000')
  expect(text).toContain('club_maintenance_failures_total{task="Deleting old mails"} 1')
  expect(text).toContain('club_mails_total{outcome="postponed"} 1')
})

test('Figures that cannot be read now are left out, and the others stay', async () => {
  let isAway = false
  showFigures({ name: 'club_test_figures', help: 'Figures.', label: 'state' }, async () => {
    if (isAway) throw new Error('away')
    return { due: 3 }
  })
  expect(await registry.metrics()).toContain('club_test_figures{state="due"} 3')
  isAway = true
  const text = await registry.metrics()
  expect(text).not.toContain('club_test_figures{')
  expect(text).toContain('club_mails_total')
})
