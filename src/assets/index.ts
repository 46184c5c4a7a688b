export { AssetFolder, AssetFolderError } from './asset-file.js';
export { assetHandler } from './asset-handler.js';
export { AssetsBundle } from './assets-bundle.js';
