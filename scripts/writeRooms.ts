// `npm run rooms`: writes the Markdown page of the import rules from their table.
import { writeFile } from 'node:fs/promises'
import { format } from 'prettier'
import { roomsPage } from '#tests/architecture/rooms.ts'

await writeFile('tests/architecture/rooms.md', await format(roomsPage(), { parser: 'markdown' }))
