import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DERIVE_MS, THUMB_PX } from '#contract/core/limits.ts'

const FRAME_BYTES_MAX = 4_194_304
/** Processor time of ffmpeg for one video; seconds. */
const FRAME_CPU_S = DERIVE_MS / 2000
/** How long it may take where others need the processor more. */
const FRAME_MS = 3 * DERIVE_MS

/** A side of the thumbnail, never longer than that of the video. */
const side = (its: 'iw' | 'ih') => `'min(${THUMB_PX},${its})'`

/** A representative frame of a video through ffmpeg, which may read only this file. */
export async function frameOf(ffmpeg: string, path: string): Promise<Buffer | null> {
  const { stdout } = await promisify(execFile)(
    ffmpeg,
    [
      ...['-v', 'error', '-nostdin', '-threads', '1', '-timelimit', String(FRAME_CPU_S)],
      // Only video containers: playlists, under any suffix, would open the files that they name.
      ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov,matroska', '-i', `file:${path}`],
      ...[
        '-map',
        '0:v:0',
        '-vf',
        `thumbnail=50,scale=${side('iw')}:${side('ih')}:force_original_aspect_ratio=decrease`,
      ],
      ...['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
    ],
    { encoding: 'buffer', timeout: FRAME_MS, maxBuffer: FRAME_BYTES_MAX, env: {} },
  )
  return stdout.length ? stdout : null
}
