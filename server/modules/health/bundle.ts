import { arch, cpus, platform, release, totalmem } from 'node:os'
import { Readable } from 'node:stream'
import type { DataOf } from '#contract/core/operation.ts'
import type { health } from '#contract/health.ts'
import type { Config } from '#server/config.ts'
import { recentErrors } from '#server/log.ts'
import { type ZipEntry, zipStream } from '#server/modules/files/index.ts'

type Parts = {
  version: string
  config: Pick<Config, 'shown' | 'secrets'>
  checks: DataOf<typeof health.show>
  troubles: readonly object[]
}

/** A ZIP of what helpers ask for first: versions, configuration without secrets, checks, troubles and recent errors. */
export function bundleOf({ version, config, checks, troubles }: Parts, at: Date): Readable {
  const machine = { platform: platform(), release: release(), arch: arch(), cores: cpus().length, memory: totalmem() }
  const parts = {
    'versions.json': { at: at.toISOString(), dataspace: version, node: process.version, ...machine },
    'configuration.json': config.shown,
    'health.json': checks,
    'background-work.json': troubles,
    'errors.json': recentErrors(),
  }
  /** Errors of programs may repeat their arguments: secrets are searched by value, anywhere in the text. */
  const withoutSecrets = (json: string) =>
    config.secrets.reduce((text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), '…'), json)
  const entries = Object.entries(parts).map(([name, content]): ZipEntry => {
    const bytes = Buffer.from(`${withoutSecrets(JSON.stringify(content, null, 2))}\n`)
    return { name, size: bytes.length, modified: at, open: async () => Readable.from([bytes]) }
  })
  return Readable.from(zipStream(entries))
}
