import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Calendar, SEASON_DAYS } from '../calendar.ts'
import { water } from '../draw/colours.ts'
import { depthAt } from './basin.ts'
import { waterAt } from './water.ts'

const [WIDTH, HEIGHT] = [360, 204]
const RATE = 16
const LAND = [226, 229, 222] as const

const SHADES = 256
const shades = Array.from({ length: SHADES }, (_, i) => water(i / SHADES))
const across = Array.from({ length: WIDTH }, (_, x) => x / WIDTH)
const down = Array.from({ length: HEIGHT }, (_, y) => y / HEIGHT)

/** One frame: the surface of the lake on a day. `depths` are those of all pixels. */
function frame(calendar: Calendar, day: number, depths: Float32Array): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const mean = waterAt(calendar.dayOfYear(SEASON_DAYS - day), 0.5).temperature
  const [east, south] = [across.map((u) => Math.sin(u * 9 + day / 6)), down.map((v) => Math.cos(v * 8 - day / 8))]
  for (let i = 0; i < depths.length; i += 1) {
    const depth = depths[i] ?? 0
    const swirl = (east[i % WIDTH] ?? 0) * (south[Math.floor(i / WIDTH)] ?? 0)
    const share = (mean + swirl * 0.9 + (24 - depth) * 0.03 - 2) / 16
    const [red, green, blue] =
      depth < 0 ? LAND : (shades[Math.max(0, Math.min(SHADES - 1, Math.round(share * SHADES)))] ?? LAND)
    pixels[i * 3] = red
    pixels[i * 3 + 1] = green
    pixels[i * 3 + 2] = blue
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
    'scale=720:408:flags=bicubic',
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
    const depths = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      depthAt(across[i % WIDTH] ?? 0, down[Math.floor(i / WIDTH)] ?? 0),
    )
    for (let day = 0; day < SEASON_DAYS; day += 1) child.stdin.write(frame(calendar, day, depths))
    child.stdin.end()
    if ((await ended) !== 0) throw new Error('ffmpeg made no film')
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
