import type { FastifyInstance } from 'fastify'
import { DIRECTORY } from '#contract/files.ts'
import { builtInViewers, PREVIEW_NONE, PREVIEW_USABLE, type PreviewComponent, preview } from '#contract/preview.ts'
import { mount } from '#server/http/mount.ts'
import { textOf } from '#server/http/texts.ts'
import type { FilesModule } from '#server/modules/files/index.ts'

/** Which viewers can show a file. Those that ship with the product are always there. */
export function previewModule(app: FastifyInstance, { files }: { files: FilesModule }): void {
  mount(app, preview.components, async ({ spaceId, hash }, { actor, language }) => {
    const { record } = await files.find(spaceId, hash, actor)
    const fitting =
      record.mime === DIRECTORY
        ? []
        : builtInViewers.filter((viewer) => viewer.suffixes.some((suffix) => suffix === record.suffix))
    const components = fitting.map(
      (viewer): PreviewComponent => ({
        id: viewer.id,
        name: textOf(language, `preview.viewers.${viewer.id}`),
        bundle: viewer.id,
        webPath: '',
        parameters: [{ key: 'suffix', value: viewer.suffixes.join(',') }],
      }),
    )
    return { components, status: components.length ? PREVIEW_USABLE : PREVIEW_NONE }
  })
}
