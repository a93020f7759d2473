import { createViewer, type GLViewer } from '3dmol'
import { element } from '../elements.ts'
import { onLongSide } from '../orientation.ts'
import type { Show } from '../talk.ts'
import { wordsIn } from '../words.ts'

/** The library's format names for suffixes that differ. */
const formats: Readonly<Record<string, string>> = { ent: 'pdb', mmcif: 'cif', mol: 'sdf' }
const SPECTRUM = { color: 'spectrum' }
const STICK = { radius: 0.15 }
const styles = {
  cartoon: { cartoon: SPECTRUM },
  stick: { stick: STICK, sphere: { scale: 0.25 } },
  sphere: { sphere: {} },
  line: { line: {} },
}
type StyleName = keyof typeof styles
const isStyle = (name: string): name is StyleName => name in styles

function dress(viewer: GLViewer, name: StyleName): void {
  viewer.setStyle({}, styles[name])
  // Only polymers can be drawn as ribbons; other molecules are drawn as sticks.
  if (name === 'cartoon') viewer.setStyle({ hetflag: true }, { stick: STICK })
  viewer.render()
}
const background = () => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()

/** A 3D molecule: ribbons for polymers, sticks for the rest; the user can rotate it and change the style. */
export const show: Show = async ({ root, read, suffix, language }) => {
  const say = wordsIn(language)
  const stage = element('div', { className: 'stage' })
  const bar = element('div', { className: 'bar' })
  root.className = 'structure'
  root.replaceChildren(stage, bar)
  const viewer = createViewer(stage, { backgroundColor: background() })
  const text = new TextDecoder().decode(await read())
  const atoms = viewer.addModel(text, formats[suffix] ?? suffix).selectedAtoms({})
  if (!atoms.length) throw new Error('no atoms')
  // The mmCIF parser leaves some residue numbers as strings, which would be coloured black.
  for (const atom of atoms) atom.resi = Number(atom.resi)
  const countOf = (key: (atom: (typeof atoms)[number]) => string) => new Set(atoms.map(key)).size
  const isPolymer = atoms.some(({ atom, hetflag }) => !hetflag && (atom === 'CA' || atom === 'P'))
  const first: StyleName = isPolymer ? 'cartoon' : 'stick'
  bar.append(
    element('span', { text: say('preview.frame.atoms', atoms.length) }),
    ...(isPolymer
      ? [
          element('span', {
            text: say(
              'preview.frame.residues',
              countOf(({ chain, resi }) => `${chain} ${resi}`),
            ),
          }),
          element('span', {
            text: say(
              'preview.frame.chains',
              countOf(({ chain }) => String(chain)),
            ),
          }),
        ]
      : []),
  )
  const chooser = element('select')
  chooser.setAttribute('aria-label', say('preview.frame.style'))
  const names = {
    cartoon: say('preview.frame.cartoon'),
    stick: say('preview.frame.stick'),
    sphere: say('preview.frame.sphere'),
    line: say('preview.frame.line'),
  }
  for (const [name, word] of Object.entries(names)) chooser.add(new Option(word, name, false, name === first))
  chooser.addEventListener('change', () => isStyle(chooser.value) && dress(viewer, chooser.value))
  const again = element('button', { text: say('preview.frame.again') })
  again.type = 'button'
  again.addEventListener('click', () => {
    layLong(viewer)
    viewer.zoomTo()
  })
  bar.append(chooser, again)
  dress(viewer, first)
  layLong(viewer)
  viewer.zoomTo()
  viewer.render()
  new ResizeObserver(() => viewer.resize()).observe(stage)
  new MutationObserver(() => viewer.setBackgroundColor(background(), 1)).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  })
}

/** Rotates the structure so that its longest side is horizontal. */
function layLong(viewer: GLViewer): void {
  const points = viewer.selectedAtoms({}).map(({ x = 0, y = 0, z = 0 }) => [x, y, z] as const)
  viewer.setView([...viewer.getView().slice(0, 4), ...onLongSide(points)])
}
