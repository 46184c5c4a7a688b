export { AssetFolder, AssetFolderError } from './asset-folder.js';
export { assetHandler } from './asset-handler.js';
export { AssetsBundle } from './assets-bundle.js';
