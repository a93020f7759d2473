import {
  type CustomCell,
  type GridCell,
  GridCellKind,
  type GridSelection,
  ImageWindowLoaderImpl,
  type Item,
  loadingCellRenderer,
  markerCellRenderer,
  newRowCellRenderer,
  textCellRenderer,
} from '@glideapps/glide-data-grid'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { cellRenderer } from './draw-cell.ts'
import { headerDrawer } from './draw-header.ts'
import { headerIcons } from './glyphs.ts'
import { useGridTheme } from './grid-theme.ts'
import type { GridProps } from './props.ts'
import { saidOf } from './said.ts'
import type { CellView } from './types.ts'

const [HEAD_PX, HEAD_WITH_NOTE_PX] = [34, 46]
const [COLUMN_MIN_PX, COLUMN_MAX_PX] = [44, 1200]

/** Drawing resources shared by all grids. */
export const drawing = {
  renderers: [textCellRenderer, loadingCellRenderer, markerCellRenderer, newRowCellRenderer] as never,
  headerIcons,
  imageWindowLoader: new ImageWindowLoaderImpl(),
  smoothScrollX: true,
  smoothScrollY: true,
  getCellsForSelection: true,
  onPaste: false,
  rangeSelect: 'rect',
  rowSelect: 'multi',
  columnSelect: 'multi',
  cellActivationBehavior: 'double-click',
  editOnType: false,
  scrollToActiveCell: false,
  drawFocusRing: true,
  minColumnWidth: COLUMN_MIN_PX,
  maxColumnWidth: COLUMN_MAX_PX,
  maxColumnAutoWidth: 480,
  resizeIndicator: 'header',
} as const

const LOADING: GridCell = {
  kind: GridCellKind.Loading,
  allowOverlay: false,
  skeletonWidth: 48,
  skeletonWidthVariability: 24,
}

/** A cell as glide draws it: plain texts by glide, everything else by us. */
function drawnCell(view: CellView): GridCell {
  const { kind, text, shown = text, problem, note } = view
  if (kind === 'text' && !problem && !note)
    return { kind: GridCellKind.Text, data: text, displayData: shown, allowOverlay: false, readonly: true }
  return {
    kind: GridCellKind.Custom,
    data: view,
    copyData: saidOf(view),
    allowOverlay: false,
    readonly: true,
  } as CustomCell<CellView>
}

/** Cells, heads and colours of one grid, as glide takes them. */
export function useDrawn<Row>(props: GridProps<Row>, selection: GridSelection) {
  const { columns, pages, cellOf, isSmall = false, others = [], onHeaderMenu } = props
  const theme = useGridTheme(isSmall)
  const version = useSyncExternalStore(pages.subscribe, pages.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came are drawn
  const getCellContent = useCallback(
    ([column, row]: Item): GridCell => {
      const found = pages.rowAt(row)
      return found === undefined ? LOADING : drawnCell(cellOf(found, column))
    },
    [pages, cellOf, version],
  )
  const drawHeader = useMemo(() => headerDrawer(columns, theme), [columns, theme])
  const customRenderers = useMemo(() => [cellRenderer(theme)], [theme])
  const glideColumns = useMemo(
    () =>
      columns.map(({ id, title, width, grow, glyph }) => ({
        id,
        title,
        width,
        grow,
        icon: glyph,
        hasMenu: Boolean(onHeaderMenu),
      })),
    [columns, onHeaderMenu],
  )
  const hasNotes = columns.some(({ note }) => note)
  const highlightRegions = useMemo(
    () =>
      others.map(({ tone, place }) => ({
        color: theme.colours.tones[tone] ?? '',
        range: { x: place.column, y: place.row, width: 1, height: 1 },
        style: 'solid-outline' as const,
      })),
    [others, theme],
  )
  return {
    columns: glideColumns,
    getCellContent,
    drawHeader,
    customRenderers,
    highlightRegions,
    theme: theme.glide,
    headerHeight: hasNotes ? HEAD_WITH_NOTE_PX : HEAD_PX,
    selection,
  }
}
