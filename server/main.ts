import { readConfig } from './config.ts'
import { createLog, type Log } from './http/log.ts'
import { type RunningServer, start } from '#server/startup/start.ts'
import { misspeltSettings } from '#server/startup/configurationWarnings.ts'
import { StartError } from './startError.ts'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { welcome } from '#server/startup/welcome.ts'

/** How long stopping may take before the process exits anyway. */
const stopTimeoutMs = 20_000

/**
 * The first signal stops the product, also one that comes while it starts: once it has, so that nothing of it is left
 * running. A second one exits at once. Returns whether a signal has come.
 */
function stopOnSignal(starting: Promise<RunningServer>, log: Log): () => boolean {
  let isStopping = false
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info('Stopping: finishing what is in progress.')
    const running = await starting.catch(() => null)
    // Who waits for the start says why it failed.
    if (running === null) return
    const deadline = setTimeout(() => process.exit(1), stopTimeoutMs)
    deadline.unref()
    await running.stop()
    log.info('Stopped.')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        log.error('Stopping failed', error)
        process.exit(1)
      })
    })
  }
  return () => isStopping
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, config.logFormat)
  for (const warning of misspeltSettings(process.env)) log.warn(warning)
  const starting = start({
    config,
    log,
    dev: process.argv.includes('--dev'),
    warm: process.argv.includes('--warm'),
  })
  const isStopping = stopOnSignal(starting, log)
  const running = await starting
  if (isStopping()) return
  if (config.logLevel !== 'silent' && config.logFormat === 'text')
    console.log(await welcome(config, running, process.stdout.isTTY))
}

try {
  await main()
} catch (error) {
  const known = error instanceof StartError || error instanceof DatabaseStartError
  const reason = error instanceof Error ? error.message : String(error)
  console.error(known ? reason : `Club Bravo could not start: ${reason}`)
  process.exit(1)
}
