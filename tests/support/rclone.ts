import { runThrough } from '../services/program.ts'

/** Names that programs trip over, all of them possible here; the last one is as long as a name can be. */
export const ODD_NAMES = [
  'two  spaces.txt',
  "#%&+;'=@[]{}!$^`~().txt",
  '湖泊 观测（二）.csv',
  '🐟🌊.txt',
  'Ångström naïve.txt',
  '-rf',
  `${'长'.repeat(83)}.bin12`,
]

/** rclone with one remote, `lake`; the password is hidden as rclone wants it. Answers what a run says, which must succeed. */
export async function rclone(remote: Record<string, string>): Promise<(...argv: string[]) => Promise<string>> {
  const hidden = (await runThrough('rclone', ['obscure', remote.PASS ?? ''])).trim()
  const variables = Object.entries({ ...remote, PASS: hidden }).map(([key, value]) => [
    `RCLONE_CONFIG_LAKE_${key}`,
    value,
  ])
  const env = { ...process.env, ...Object.fromEntries(variables), RCLONE_CONFIG: '/none' }
  return (...argv) => runThrough('rclone', ['--retries', '1', '--low-level-retries', '2', ...argv], { env })
}
