import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** @throws Error where this checkout has no build: its server could send neither pages nor mails. */
export function requireBuild(root: string): void {
  if (!existsSync(join(root, 'dist/index.html'))) throw new Error('The app is not built: run `npm run build` first.')
}
