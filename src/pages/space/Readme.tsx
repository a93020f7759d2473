import type { SpaceView } from '#contract/pages/data.ts'

/** The README of a space, as the server has rendered and cleaned it. */
export function Readme({ name, html }: NonNullable<SpaceView['readme']>) {
  return (
    <div className="readme-frame">
      <p className="file-name">{name}</p>
      {/* A wide table scrolls, by keyboard too. */}
      <section
        className="readme"
        aria-label={name}
        tabIndex={0}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but marked-up text
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  )
}
