import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from './testApi.ts'

const builder = new URL('../../server/render/buildApp.ts', import.meta.url).href

test('Building the app and its worker prints nothing if nothing is wrong', async () => {
  const { dataDir, remove } = await newDataFolder()
  onTestFinished(remove)
  const folder = join(dataDir, 'app')
  const program = `const { bundle } = await import(${JSON.stringify(builder)}); await bundle(${JSON.stringify(folder)})`
  const { NODE_ENV: _tests, ...environment } = process.env
  const options = { env: environment }
  const printed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options)
  expect(printed).toEqual({ stdout: '', stderr: '' })
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['index.html', 'sw.js']))
})
