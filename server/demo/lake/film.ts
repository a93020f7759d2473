import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Calendar, SEASON_DAYS } from '../calendar.ts'
import { water } from '../draw/colours.ts'
import { depthAt } from './grids.ts'
import { waterAt } from './water.ts'

const [WIDTH, HEIGHT] = [240, 136]
const RATE = 16
const LAND = [226, 229, 222] as const

/** One frame: the surface of the lake on a day. */
function frame(calendar: Calendar, day: number): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const mean = waterAt(calendar.dayOfYear(SEASON_DAYS - day), 0.5).temperature
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) {
    const [u, v] = [(i % WIDTH) / WIDTH, Math.floor(i / WIDTH) / HEIGHT]
    const depth = depthAt(u, v)
    const swirl = Math.sin(u * 9 + day / 6) * Math.cos(v * 8 - day / 8)
    pixels.set(depth < 0 ? LAND : water((mean + swirl * 0.9 + (24 - depth) * 0.03 - 2) / 16), i * 3)
  }
  return pixels
}

/** The season as a short film, a day a frame; ffmpeg makes it. Source of the options: ffmpeg's manual, rawvideo. */
export async function seasonMp4(calendar: Calendar, ffmpeg: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-film-'))
  const path = join(folder, 'season.mp4')
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', `${RATE}`, '-i', 'pipe:0']
  const look = [
    '-vf',
    'scale=960:544:flags=bicubic',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '26',
    '-pix_fmt',
    'yuv420p',
  ]
  try {
    const child = spawn(
      ffmpeg,
      ['-loglevel', 'error', ...input, ...look, '-threads', '1', '-movflags', '+faststart', '-y', path],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    )
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
    child.stdin.on('error', () => {})
    for (let day = 0; day < SEASON_DAYS; day += 1) child.stdin.write(frame(calendar, day))
    child.stdin.end()
    if ((await ended) !== 0) throw new Error('ffmpeg made no film')
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
