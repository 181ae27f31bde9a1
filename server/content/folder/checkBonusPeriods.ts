import type { Problem } from './problems.ts'
import type { ContentFolder } from './readFolder.ts'

interface Period {
  key: string
  code: unknown
  from: number
  to: number
}

function periodsOf(folder: ContentFolder): Period[] {
  return (folder.groups.get('bonus_periods') ?? []).map(({ key, fields }) => ({
    key,
    code: fields['code'],
    from: Date.parse(String(fields['from'])),
    to: Date.parse(String(fields['to'])),
  }))
}

/** Checks that each period ends after it begins, and that two with the same code share no concert: it gives each bonus once. */
export function checkBonusPeriods(folder: ContentFolder): Problem[] {
  const place = 'bonus_periods/entries.json'
  const periods = periodsOf(folder)
  return periods.flatMap(({ key, code, from, to }, index) => {
    const earlier = periods.slice(0, index).filter((one) => one.code === code && one.from <= to && from <= one.to)
    return [
      ...(to > from ? [] : [{ place, sentence: `${key}: to: must be after from` }]),
      ...earlier.map((one) => ({ place, sentence: `${key}: is at the same time as ${one.key}, with the same code` })),
    ]
  })
}
