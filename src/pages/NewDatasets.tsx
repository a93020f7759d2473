import type { CatalogueLine } from '#contract/publications/catalogue.ts'
import './new-datasets.css'

type Props = { list: readonly CatalogueLine[]; title: string; all: { name: string; address: string } }

/** The latest published datasets, with a link to all of them; renders nothing if there are none. */
export function NewDatasets({ list, title, all }: Props) {
  if (!list.length) return null
  return (
    <section className="new-datasets" aria-labelledby="new-datasets">
      <div className="section-head">
        <h2 id="new-datasets">{title}</h2>
        <a className="onward" href={all.address}>
          {all.name}
        </a>
      </div>
      <ul>
        {list.map(({ page, title: name, titleLanguage, authors, publishedAt, institution }) => (
          <li key={page}>
            <h3 lang={titleLanguage} dir="auto">
              <a href={page}>{name}</a>
            </h3>
            <p>
              <span dir="auto">{authors[0]}</span>
              <span>{institution}</span>
              <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
