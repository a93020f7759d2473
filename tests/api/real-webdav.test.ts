import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasProgram, runAside } from '../counterparts/program.ts'
import { makeKey } from '../support/door.ts'
import { buildWorld } from '../support/world.ts'

/** A space with its address at the door, who comes in, and a folder for programs. */
async function door() {
  const world = await buildWorld()
  const space = await world.space()
  const key = await makeKey(world)
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-dav-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { world, space, ...key, folder, url: `${world.origin}/dav/${space.identifier}/` }
}

describe.skipIf(!hasProgram('/usr/bin/litmus'))('litmus', () => {
  test('finds no failure and no warning in any of its suites', { timeout: 180_000 }, async () => {
    const { url, user, password, folder } = await door()
    const { said } = await runAside('litmus', ['-k', url, user, password], { cwd: folder })
    if (process.env.SAY) console.log(said)
    const summaries = [...said.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed, (\d+) failed/g)]
    expect(summaries.map(([, suite]) => suite)).toEqual(['basic', 'copymove', 'props', 'locks', 'http'])
    expect(said.match(/^.*(FAIL|WARNING).*$/gm)).toBeNull()
    for (const [, , run, passed] of summaries) expect(passed).toBe(run)
  })
})
