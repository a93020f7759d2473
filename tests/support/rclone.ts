import { runThrough } from '../services/program.ts'

/** Valid names that often break programs; the last one has the maximum length. */
export const ODD_NAMES = [
  'two  spaces.txt',
  "#%&+;'=@[]{}!$^`~().txt",
  '湖泊 观测（二）.csv',
  '🐟🌊.txt',
  'Ångström naïve.txt',
  '-rf',
  `${'长'.repeat(83)}.bin12`,
]

/**
 * Runs rclone with one remote, `lake`; the password is obscured as rclone requires. Returns the output of a run that
 * must succeed.
 */
export async function rclone(remote: Record<string, string>): Promise<(...argv: string[]) => Promise<string>> {
  const hidden = (await runThrough('rclone', ['obscure', remote.PASS ?? ''])).trim()
  const variables = Object.entries({ ...remote, PASS: hidden }).map(([key, value]) => [
    `RCLONE_CONFIG_LAKE_${key}`,
    value,
  ])
  const env = { ...process.env, ...Object.fromEntries(variables), RCLONE_CONFIG: '/none' }
  return (...argv) => runThrough('rclone', ['--retries', '1', '--low-level-retries', '2', ...argv], { env })
}
