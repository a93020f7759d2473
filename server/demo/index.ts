import type { Deps, Services } from '#server/app.ts'

export async function seedDemo(_deps: Deps & { services: Services }): Promise<string[]> {
  return []
}
