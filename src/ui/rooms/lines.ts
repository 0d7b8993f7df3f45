// Source lines of functions, with the parser that colors them. Loaded for the first recording that has lines.

export { LineList } from '../lines/LineList.tsx';
export { SourcePane } from '../lines/SourcePane.tsx';
