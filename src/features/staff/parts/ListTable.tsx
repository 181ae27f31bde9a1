import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { dayOf } from '#contract/hongKong.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Table, type TableProps } from '#src/ui/layout/Table.tsx'

/** A list that can be downloaded as it is shown. `file`: the name of its file, before the day. */
export function ListTable<Row>({ file, ...table }: TableProps<Row> & { file: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const download = () => {
    const rows = [...(frame.current?.querySelector('table')?.rows ?? [])]
    const columns = table.columns.flatMap(({ isControl }, index) => (isControl ? [] : index))
    const lines = rows.map(({ cells }) => columns.map((index) => spreadsheetText(textOf(cells[index]))))
    saveFile(`${file}-${dayOf(new Date())}.csv`, csvFile(lines))
  }
  return (
    <>
      <div ref={frame}>
        <Table {...table} />
      </div>
      {table.rows.length > 0 && (
        <p>
          <Button variant="quiet" onClick={download}>
            <Trans>Download CSV</Trans>
          </Button>
        </p>
      )}
    </>
  )
}

/** What a cell says, on one line, without its buttons. */
function textOf(cell: HTMLTableCellElement | undefined): string {
  if (!cell) return ''
  const buttons = [...cell.querySelectorAll('button')].map(({ innerText }) => innerText)
  const said = buttons.reduce((text, button) => text.replace(button, ''), cell.innerText)
  return said.trim().replaceAll(/\s*\n\s*/g, '; ')
}
