export { DataSize, Duration, Optional } from './values/index.js';
