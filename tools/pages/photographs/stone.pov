// Stone that has stood in the weather, and an arch of it.
#include "functions.inc"
#declare Stone = texture {
  pigment { average pigment_map {
    [1 granite color_map { [0 rgb <0.26, 0.23, 0.20>] [0.5 rgb <0.42, 0.37, 0.31>] [1 rgb <0.55, 0.50, 0.43>] } scale 1.7]
    [1 brick rgb <0.22, 0.19, 0.17>, rgb <0.44, 0.39, 0.33> brick_size <0.9, 0.42, 0.6> mortar 0.022] } }
  normal { average normal_map { [1 granite 0.22 scale 0.9] [1 wrinkles 0.25 scale 0.35] [1.2 brick 0.5 brick_size <0.9, 0.42, 0.6> mortar 0.022] } }
  finish { ambient 0 diffuse 0.85 specular 0.04 roughness 0.1 }
}
// A wall of 4 by High with an opening of 2 * Half, its foot at the origin.
#macro Arch(High, Half, Deep)
  difference {
    box { <-2, 0, 0>, <2, High, Deep> }
    union {
      box { <-Half, -1, -1>, <Half, High - Half - 1.1, Deep + 1> }
      cylinder { <0, High - Half - 1.1, -1>, <0, High - Half - 1.1, Deep + 1>, Half }
    }
  }
#end
