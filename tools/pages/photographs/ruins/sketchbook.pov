// A sketchbook on a table by the window: three arches, a pencil.
#version 3.7;
#include "shapes.inc"
#include "woods.inc"
global_settings {
  assumed_gamma 1 max_trace_level 4
  radiosity { count 60 error_bound 0.6 recursion_limit 1 pretrace_start 0.08 pretrace_end 0.01 brightness 1 }
}
camera { location <0.5, 4.6, -4.3> right x * 4 / 3 up y direction z * 1.75 look_at <0, 0.1, -0.05> }
background { rgb <0.10, 0.09, 0.12> }
light_source { <-7, 5, 2.5> rgb <1, 0.80, 0.56> * 1.25 area_light <0.8, 2.4, 0>, z * 2.6, 5, 5 adaptive 1 jitter }
light_source { <5, 8, -6> rgb <0.13, 0.15, 0.28> shadowless }
// The bars of the window fall over the table.
#declare Bar = 0;
#while (Bar < 3)
  box { <-4.1, -1, -2.3 + Bar * 2.1>, <-4, 6, -2.05 + Bar * 2.1> }
  #declare Bar = Bar + 1;
#end
plane {
  y, 0
  texture { pigment { wood turbulence 0.05 color_map { [0 rgb <0.085, 0.045, 0.026>] [0.5 rgb <0.15, 0.085, 0.05>] [1 rgb <0.10, 0.055, 0.03>] } scale <0.22, 0.22, 4> rotate <2, 78, 0> }
    normal { granite 0.02 scale <3, 1, 0.3> } finish { ambient 0 diffuse 0.9 specular 0.3 roughness 0.03 reflection { 0.0, 0.14 fresnel off } } }
}
#declare Ink = texture { pigment { rgb <0.10, 0.085, 0.09> } finish { ambient 0 diffuse 0.7 } }
union {
  object { Round_Box_Union(<-1.2, 0, -1.5>, <1.2, 0.06, 1.5>, 0.015) pigment { rgb <0.16, 0.05, 0.05> } finish { ambient 0 diffuse 0.7 specular 0.1 } }
  object { Round_Box_Union(<-1.17, 0.06, -1.47>, <1.17, 0.20, 1.45>, 0.012) pigment { rgb <0.93, 0.89, 0.80> } normal { gradient y 0.6 scale 0.012 } finish { ambient 0 diffuse 0.85 } }
  box { <-1.17, 0.195, -1.47>, <1.17, 0.204, 1.45> pigment { rgb <0.94, 0.905, 0.83> } normal { granite 0.03 scale 0.05 } finish { ambient 0 diffuse 0.88 } }
  #declare Ring = 0;
  #while (Ring < 16)
    torus { 0.13, 0.018 rotate x * 0 rotate z * 90 translate <-1.08 + Ring * 0.144, 0.14, 1.46> pigment { rgb 0.6 } finish { ambient 0 diffuse 0.3 specular 0.9 roughness 0.02 metallic reflection 0.4 } }
    #declare Ring = Ring + 1;
  #end
  // The drawing.
  #declare Arc = -1;
  #while (Arc < 2)
    #declare Round = 0;
    #while (Round < 3)
      #declare Half = 0.25 - Round * 0.035;
      difference { torus { Half, 0.008 } box { <-1, -1, -1>, <1, 1, 0> } translate <Arc * 0.66, 0.204, 0.2> texture { Ink } }
      cylinder { <Arc * 0.66 - Half, 0.204, 0.2>, <Arc * 0.66 - Half, 0.204, -0.75 - Round * 0.02>, 0.008 texture { Ink } }
      cylinder { <Arc * 0.66 + Half, 0.204, 0.2>, <Arc * 0.66 + Half, 0.204, -0.75 + Round * 0.02>, 0.008 texture { Ink } }
      #declare Round = Round + 1;
    #end
    #declare Arc = Arc + 1;
  #end
  cylinder { <-1.0, 0.204, -0.76>, <1.02, 0.204, -0.74>, 0.009 texture { Ink } }
  cylinder { <-1.0, 0.204, 0.60>, <1.0, 0.204, 0.62>, 0.009 texture { Ink } }
  cylinder { <-1.0, 0.204, 0.68>, <0.9, 0.204, 0.69>, 0.006 texture { Ink } }
  #declare Line = 0;
  #while (Line < 22)
    cylinder { <-1.0 + Line * 0.03, 0.204, -0.80>, <-1.07 + Line * 0.03, 0.204, -0.98 + 0.004 * Line>, 0.005 texture { Ink } }
    #declare Line = Line + 1;
  #end
  rotate y * -11
}
// The pencil.
union {
  cylinder { <0, 0, 0>, <0, 0, 1.55>, 0.058 pigment { rgb <0.72, 0.40, 0.10> } finish { ambient 0 diffuse 0.75 specular 0.4 roughness 0.03 } }
  cone { <0, 0, 0>, 0.058, <0, 0, -0.20>, 0.012 pigment { rgb <0.82, 0.64, 0.42> } finish { ambient 0 diffuse 0.8 } }
  cone { <0, 0, -0.14>, 0.022, <0, 0, -0.22>, 0.002 pigment { rgb 0.03 } }
  cylinder { <0, 0, 1.55>, <0, 0, 1.68>, 0.06 pigment { rgb 0.65 } finish { ambient 0 diffuse 0.3 metallic specular 0.8 reflection 0.3 } }
  cylinder { <0, 0, 1.68>, <0, 0, 1.80>, 0.057 pigment { rgb <0.60, 0.24, 0.22> } }
  rotate y * 38 translate <0.25, 0.262, -0.9>
}
