import { writeArrayBuffer } from 'geotiff'
import sharp from 'sharp'
import { pdf, png, profilePng } from '../../support/journeys/pictures.ts'
import { toneWav } from '../../support/journeys/science.ts'
import { profile } from '../../support/journeys/tables.ts'
import type { Samples } from './samples.ts'

const [WIDTH, HEIGHT] = [96, 64]

/** Depths of an invented lake, in metres below its surface: a bowl with a ridge. */
export const bathymetry = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
  const [x, y] = [(i % WIDTH) / WIDTH - 0.5, Math.floor(i / WIDTH) / HEIGHT - 0.5]
  return Math.max(0, 27 * (1 - 5 * (x * x + y * y)) + 3 * Math.sin(12 * x))
})

/** The depths as a GeoTIFF in WGS 84 with an upper left corner at 99.5 E, 37.3 N. */
function depthTiff(): Buffer {
  return Buffer.from(
    writeArrayBuffer(bathymetry, {
      width: WIDTH,
      height: HEIGHT,
      BitsPerSample: [32],
      SampleFormat: [3],
      SamplesPerPixel: [1],
      ModelPixelScale: [0.0125, 0.0125, 0],
      ModelTiepoint: [0, 0, 0, 99.5, 37.3, 0],
      GeographicTypeGeoKey: 4326,
      GTModelTypeGeoKey: 2,
      GeogCitationGeoKey: 'WGS 84',
    }),
  )
}

export async function pictures(): Promise<Samples> {
  const picture = profilePng(profile(1))
  const slide = sharp(png(120, 80, (x, y) => [x * 2, y * 3, 118]))
  return {
    'profile.png': picture,
    'slide.tif': await slide.clone().tiff({ compression: 'lzw' }).toBuffer(),
    'fax.tif': await sharp(picture)
      .threshold(200)
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer(),
    'slide.webp': await slide.clone().webp().toBuffer(),
    'depth.tif': depthTiff(),
    'report.pdf': pdf('Cruise report', ['Lake survey, August 2026', 'Four stations, 240 depths each']),
    'tone.wav': toneWav(440, 1),
    'mark.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="14" fill="#0f766e"/></svg>\n',
    ),
  }
}
