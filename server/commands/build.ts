/** `npm run build`: builds the app into `dist` if its sources have changed. */
import { buildApp } from '#server/render/buildApp.ts'

await buildApp(console.log)
