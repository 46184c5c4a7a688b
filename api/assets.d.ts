// assets/asset-folder
export declare class AssetFolder {
  readonly root: string;
  constructor(path: string, recheckMilliseconds?: number);
  open(names: readonly string[], indexFile: string | undefined): Promise<OpenFile | undefined>;
  openSibling(file: OpenFile, suffix: string): Promise<OpenFile | undefined>;
}

// assets/asset-folder
export declare class AssetFolderError extends Error {
  readonly name = "AssetFolderError";
  readonly code = "KEELSON_ASSET_FOLDER";
}

// assets/assets-bundle
export declare class AssetsBundle implements Bundle {
  readonly indexFile: string;
  readonly name: string;
  readonly access?: MountAccess | undefined;
  constructor(resourcePath?: string | URL, uriPath?: string, 
  indexFile?: string, 
  name?: string, 
  access?: MountAccess | undefined);
  get uriPath(): string;
  run(_configuration: unknown, environment: Environment): void;
}

// assets/asset-handler
export declare function assetHandler(folder: AssetFolder, indexFile?: string): Handler;
